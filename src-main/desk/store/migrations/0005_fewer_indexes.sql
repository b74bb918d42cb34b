DROP INDEX `deliveries_book_uid`;--> statement-breakpoint
DROP INDEX `deliveries_order`;--> statement-breakpoint
CREATE INDEX `deliveries_order` ON `deliveries` (`connection_id`,`order_uid`) WHERE order_uid is not null;--> statement-breakpoint
DROP INDEX `jobs_totals`;--> statement-breakpoint
DROP INDEX `jobs_book_uid`;--> statement-breakpoint
DROP INDEX `jobs_turn`;--> statement-breakpoint
CREATE INDEX `jobs_book_uid` ON `jobs` (`book_uid`) WHERE book_uid is not null;--> statement-breakpoint
CREATE INDEX `jobs_turn` ON `jobs` (`connection_id`,`status`,`created_at_ms`,`total_bytes`,`sent_files`,`sent_bytes`,`book_uid`);