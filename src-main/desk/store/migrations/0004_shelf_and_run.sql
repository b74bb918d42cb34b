DROP INDEX `intents_state`;--> statement-breakpoint
CREATE INDEX `intents_state` ON `order_intents` (`state`,`connection_id`,`run_id`,`position`);--> statement-breakpoint
CREATE INDEX `books_shelf` ON `books` (`undo_id`,`added_at_ms`,`title`,`book_id`,`stage`);