ALTER TABLE `files` ADD `rewrites` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `jobs` ADD `print` text;--> statement-breakpoint
ALTER TABLE `order_intents` ADD `print` text;