DROP INDEX `jobs_turn`;--> statement-breakpoint
ALTER TABLE `jobs` ADD `turn` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `jobs` SET `turn` = rowid;--> statement-breakpoint
CREATE INDEX `jobs_turn` ON `jobs` (`connection_id`,`status`,`turn`,`total_bytes`,`sent_files`,`sent_bytes`,`book_uid`);
