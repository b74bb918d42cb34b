CREATE TABLE `deeper_checks` (
	`file_id` text NOT NULL,
	`kind` text NOT NULL,
	`context_key` text NOT NULL,
	`level` integer NOT NULL,
	`findings` text NOT NULL,
	`summary` text,
	PRIMARY KEY(`file_id`, `kind`)
);
--> statement-breakpoint
CREATE TABLE `sign_offs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`book_id` text NOT NULL,
	`group_key` text NOT NULL,
	`name` text NOT NULL,
	`reason` text NOT NULL,
	`at_ms` integer NOT NULL,
	`spec_uid` text NOT NULL,
	`page_count` integer,
	`hashes` text NOT NULL,
	`withdrawn_at_ms` integer
);
--> statement-breakpoint
CREATE INDEX `sign_offs_book` ON `sign_offs` (`book_id`);--> statement-breakpoint
ALTER TABLE `books` ADD `print` text DEFAULT 'notChecked' NOT NULL;--> statement-breakpoint
ALTER TABLE `books` ADD `checked_level` integer;--> statement-breakpoint
ALTER TABLE `books` ADD `headline` text;--> statement-breakpoint
CREATE INDEX `books_cover` ON `books` (`cover_file_id`);--> statement-breakpoint
CREATE INDEX `books_contents` ON `books` (`contents_file_id`);--> statement-breakpoint
ALTER TABLE `files` ADD `repaired_from_id` text;--> statement-breakpoint
ALTER TABLE `files` ADD `fixes` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `files` ADD `is_preview` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `files_size` ON `files` (`size_bytes`);--> statement-breakpoint
CREATE INDEX `files_repaired_from` ON `files` (`repaired_from_id`);