ALTER TABLE `books` ADD `layout_folder` text;--> statement-breakpoint
ALTER TABLE `books` ADD `layout_state` text;