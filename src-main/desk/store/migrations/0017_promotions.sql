CREATE TABLE `promotions` (
	`promotion_id` text PRIMARY KEY NOT NULL,
	`connection_id` text NOT NULL,
	`from_connection_id` text NOT NULL,
	`orders` text NOT NULL,
	`books` text NOT NULL,
	`print` text NOT NULL,
	`queued` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`ended_at_ms` integer
);
--> statement-breakpoint
ALTER TABLE `order_intents` ADD `promotion_id` text;--> statement-breakpoint
ALTER TABLE `order_intents` ADD `promoted_order` integer;--> statement-breakpoint
CREATE INDEX `intents_promotion` ON `order_intents` (`promotion_id`) WHERE promotion_id is not null;