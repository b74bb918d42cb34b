ALTER TABLE `order_intent_items` ADD `spec` text;
