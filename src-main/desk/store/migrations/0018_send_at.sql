ALTER TABLE `jobs` ADD `send_at_ms` integer;--> statement-breakpoint
CREATE INDEX `jobs_send_at` ON `jobs` (`connection_id`,`send_at_ms`) WHERE send_at_ms is not null;