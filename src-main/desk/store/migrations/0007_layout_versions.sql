ALTER TABLE `books` ADD `layout_steps` integer;--> statement-breakpoint
ALTER TABLE `books` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `books_layout` ON `books` (`layout_folder`,`version`) WHERE layout_folder is not null;