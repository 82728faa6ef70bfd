/** What is used of a package that comes without types. */
declare module 'word-extractor' {
  type WordDocument = { getBody(): string; getFootnotes(): string; getEndnotes(): string };
  export default class WordExtractor {
    extract(source: Buffer): Promise<WordDocument>;
  }
}
