CREATE TABLE `manifests` (
	`manifest_id` text PRIMARY KEY NOT NULL,
	`path` text NOT NULL,
	`import_id` text,
	`content` text NOT NULL,
	`taken` text DEFAULT '[]' NOT NULL,
	`read_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `manifests_path_unique` ON `manifests` (`path`);--> statement-breakpoint
ALTER TABLE `books` ADD `external_ref` text;