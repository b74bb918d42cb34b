CREATE TABLE `hot_files` (
	`path` text PRIMARY KEY NOT NULL,
	`hot_folder_id` text NOT NULL,
	`folder` text NOT NULL,
	`name` text NOT NULL,
	`folder_key` text NOT NULL,
	`stem` text NOT NULL,
	`file_id` text NOT NULL,
	`pdf_pages` integer,
	`size_bytes` integer NOT NULL,
	`modified_at_ms` real NOT NULL,
	`state` text NOT NULL,
	`moving_to` text
);
--> statement-breakpoint
CREATE INDEX `hot_files_state` ON `hot_files` (`hot_folder_id`,`state`);--> statement-breakpoint
CREATE INDEX `hot_files_stem` ON `hot_files` (`hot_folder_id`,`stem`);--> statement-breakpoint
CREATE INDEX `hot_files_folder` ON `hot_files` (`hot_folder_id`,`folder_key`);--> statement-breakpoint
CREATE INDEX `hot_files_file` ON `hot_files` (`file_id`);--> statement-breakpoint
CREATE TABLE `hot_folders` (
	`hot_folder_id` text PRIMARY KEY NOT NULL,
	`path` text NOT NULL,
	`connection_id` text,
	`spec_uid` text,
	`when_green` text NOT NULL,
	`afterwards` text NOT NULL,
	`language` text NOT NULL,
	`is_paused` integer DEFAULT false NOT NULL,
	`created_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `hot_folders_path_unique` ON `hot_folders` (`path`);