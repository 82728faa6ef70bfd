ALTER TABLE "passages" ALTER COLUMN "tsv" DROP EXPRESSION;--> statement-breakpoint
-- Each new document counts its words up: with room on its page a row is changed in place, and the trigrams stay as they are.
ALTER TABLE "passage_terms" SET (fillfactor = 60);
--> statement-breakpoint
-- A search reads the words of thousands of passages: kept as they are, they need not be unpacked for it.
ALTER TABLE "passages" SET (toast_tuple_target = 8160);
--> statement-breakpoint
-- Most files are packed already: to try it again costs more than it saves.
ALTER TABLE "document_file_parts" ALTER COLUMN "content" SET STORAGE EXTERNAL;
