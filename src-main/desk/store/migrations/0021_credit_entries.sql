CREATE TABLE `credit_entries` (
	`connection_id` text NOT NULL,
	`transaction_id` integer NOT NULL,
	`reason_code` integer NOT NULL,
	`is_in` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	`balance_after_minor` integer NOT NULL,
	`order_uid` text,
	`at_ms` integer NOT NULL,
	PRIMARY KEY(`connection_id`, `transaction_id`)
);
--> statement-breakpoint
CREATE INDEX `credit_entries_order` ON `credit_entries` (`connection_id`,`order_uid`) WHERE order_uid is not null;