DROP INDEX `orders_status`;--> statement-breakpoint
CREATE INDEX `orders_status` ON `orders` (`connection_id`,`status`,`status_since_ms`);