ALTER TABLE `hot_folders` ADD `orders_after_job_id` text;--> statement-breakpoint
UPDATE `hot_folders` SET `orders_after_job_id` = (
  SELECT `job_id` FROM `jobs`
  WHERE `jobs`.`connection_id` = `hot_folders`.`connection_id` AND `jobs`.`created_at_ms` < `hot_folders`.`orders_since_ms`
  ORDER BY `jobs`.rowid DESC LIMIT 1
);--> statement-breakpoint
ALTER TABLE `hot_folders` DROP COLUMN `orders_since_ms`;
