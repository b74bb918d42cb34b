ALTER TABLE `jobs` ADD `print` text;--> statement-breakpoint
ALTER TABLE `order_intents` ADD `print` text;