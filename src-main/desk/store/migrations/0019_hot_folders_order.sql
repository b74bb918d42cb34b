ALTER TABLE `hot_folders` ADD `daily_limit_minor` integer;--> statement-breakpoint
ALTER TABLE `hot_folders` ADD `recipient_id` text;--> statement-breakpoint
ALTER TABLE `hot_folders` ADD `orders_since_ms` integer;--> statement-breakpoint
ALTER TABLE `hot_folders` ADD `live_connection_id` text;--> statement-breakpoint
ALTER TABLE `hot_folders` ADD `is_mount_point` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `order_intents` ADD `hot_folder_id` text;--> statement-breakpoint
ALTER TABLE `order_intents` ADD `estimate_minor` integer;--> statement-breakpoint
ALTER TABLE `order_intents` ADD `placed_at_ms` integer;--> statement-breakpoint
CREATE INDEX `intents_hot` ON `order_intents` (`hot_folder_id`) WHERE hot_folder_id is not null;