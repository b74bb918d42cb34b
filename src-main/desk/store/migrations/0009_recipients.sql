CREATE TABLE `book_recipients` (
	`book_id` text NOT NULL,
	`recipient_id` text NOT NULL,
	`position` integer NOT NULL,
	`quantity` integer NOT NULL,
	PRIMARY KEY(`book_id`, `recipient_id`)
);
--> statement-breakpoint
CREATE INDEX `book_recipients_recipient` ON `book_recipients` (`recipient_id`);--> statement-breakpoint
CREATE TABLE `order_intent_items` (
	`intent_id` text NOT NULL,
	`position` integer NOT NULL,
	`book_id` text NOT NULL,
	`book_uid` text NOT NULL,
	`quantity` integer NOT NULL,
	`print` text,
	`is_cancelled` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`intent_id`, `position`)
);
--> statement-breakpoint
CREATE INDEX `intent_items_book` ON `order_intent_items` (`book_id`);--> statement-breakpoint
CREATE TABLE `recipients` (
	`recipient_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`address` text NOT NULL,
	`address_key` text NOT NULL,
	`used_at_ms` integer NOT NULL,
	`removed_at_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `recipients_address` ON `recipients` (`address_key`);--> statement-breakpoint
INSERT INTO `order_intent_items` (`intent_id`, `position`, `book_id`, `book_uid`, `quantity`, `print`, `is_cancelled`) SELECT i.`intent_id`, 0, i.`book_id`, i.`book_uid`, i.`quantity`, i.`print`, coalesce(o.`status` IN ('CANCELLED', 'CANCELLED_REFUND'), false) FROM `order_intents` i LEFT JOIN `orders` o ON o.`connection_id` = i.`connection_id` AND o.`order_uid` = i.`order_uid`;--> statement-breakpoint
DROP INDEX `intents_book`;--> statement-breakpoint
ALTER TABLE `order_intents` ADD `recipient_id` text;--> statement-breakpoint
ALTER TABLE `order_intents` ADD `recipient_name` text;--> statement-breakpoint
ALTER TABLE `order_intents` DROP COLUMN `book_id`;--> statement-breakpoint
ALTER TABLE `order_intents` DROP COLUMN `book_uid`;--> statement-breakpoint
ALTER TABLE `order_intents` DROP COLUMN `quantity`;--> statement-breakpoint
ALTER TABLE `order_intents` DROP COLUMN `print`;--> statement-breakpoint
ALTER TABLE `order_runs` DROP COLUMN `address`;