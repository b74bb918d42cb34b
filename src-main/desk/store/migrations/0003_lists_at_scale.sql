DROP INDEX `jobs_connection`;--> statement-breakpoint
ALTER TABLE `jobs` ADD `status` text GENERATED ALWAYS AS (json_extract(state, '$.status')) VIRTUAL NOT NULL;--> statement-breakpoint
ALTER TABLE `jobs` ADD `total_bytes` integer GENERATED ALWAYS AS (json_extract(cover, '$.sizeBytes') + json_extract(contents, '$.sizeBytes')) VIRTUAL NOT NULL;--> statement-breakpoint
ALTER TABLE `jobs` ADD `sent_files` integer GENERATED ALWAYS AS (json_array_length(receipts)) VIRTUAL NOT NULL;--> statement-breakpoint
ALTER TABLE `jobs` ADD `sent_bytes` integer GENERATED ALWAYS AS (coalesce(json_extract(receipts, '$[0].sizeBytes'), 0) + coalesce(json_extract(receipts, '$[1].sizeBytes'), 0)) VIRTUAL NOT NULL;--> statement-breakpoint
CREATE INDEX `jobs_book` ON `jobs` (`book_id`);--> statement-breakpoint
CREATE INDEX `jobs_book_uid` ON `jobs` (`book_uid`);--> statement-breakpoint
CREATE INDEX `jobs_turn` ON `jobs` (`connection_id`,`status`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `jobs_totals` ON `jobs` (`connection_id`,`status`,`total_bytes`,`sent_files`,`sent_bytes`,`book_uid`);--> statement-breakpoint
DROP INDEX `files_size`;--> statement-breakpoint
CREATE INDEX `files_name` ON `files` (`name`,`size_bytes`);--> statement-breakpoint
CREATE INDEX `files_size` ON `files` (`size_bytes`,`sha256`);--> statement-breakpoint
DROP INDEX `intents_run`;--> statement-breakpoint
CREATE INDEX `intents_order` ON `order_intents` (`connection_id`,`order_uid`);--> statement-breakpoint
CREATE INDEX `intents_state` ON `order_intents` (`state`,`connection_id`);--> statement-breakpoint
CREATE INDEX `intents_run` ON `order_intents` (`run_id`,`position`);--> statement-breakpoint
CREATE INDEX `books_verdict` ON `books` (`undo_id`,`verdict`);--> statement-breakpoint
CREATE INDEX `deliveries_book` ON `deliveries` (`book_id`);--> statement-breakpoint
CREATE INDEX `deliveries_order` ON `deliveries` (`connection_id`,`order_uid`);--> statement-breakpoint
CREATE INDEX `deliveries_stage` ON `deliveries` (`connection_id`,`stage`);--> statement-breakpoint
CREATE INDEX `orders_changed` ON `orders` (`connection_id`,`changed_at_ms`);--> statement-breakpoint
CREATE INDEX `orders_status` ON `orders` (`connection_id`,`status`);