/** Types for the used part of a package that has none. */
declare module 'word-extractor' {
  type WordDocument = { getBody(): string; getFootnotes(): string; getEndnotes(): string };
  export default class WordExtractor {
    extract(source: Buffer): Promise<WordDocument>;
  }
}
