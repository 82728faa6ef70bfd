-- Packing ten million characters takes longer than all else that is done with a text in one piece; its passages and its
-- file are kept unpacked, too.
ALTER TABLE "documents" ALTER COLUMN "content_text" SET STORAGE EXTERNAL;
