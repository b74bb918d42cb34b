ALTER TABLE `order_runs` ADD `held_until_ms` integer;--> statement-breakpoint
ALTER TABLE `order_runs` ADD `before` text;--> statement-breakpoint
ALTER TABLE `order_runs` ADD `awaits_minor` integer;--> statement-breakpoint
CREATE INDEX `runs_awaiting` ON `order_runs` (`connection_id`,`created_at_ms`) WHERE awaits_minor is not null;