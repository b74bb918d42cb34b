ALTER TABLE `recipients` ADD `environment` text;--> statement-breakpoint
-- One address was kept for both environments: whose it was is not known any more.
DELETE FROM `desk_values` WHERE `name` = 'orders.lastAddress';
