ALTER TABLE `order_runs` ADD `held_until_ms` integer;--> statement-breakpoint
ALTER TABLE `order_runs` ADD `before` text;--> statement-breakpoint
ALTER TABLE `order_runs` ADD `awaits_minor` integer;