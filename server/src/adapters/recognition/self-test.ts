/** A page whose words are known, without a font of its own: what draws and reads it can draw and read scans. */
import type { Recogniser } from './recognised-page.ts';

const KNOWN = 'ação';
/** «Recognised: ação», with accented letters as a PDF writes them. */
const CONTENT = 'BT /F 24 Tf 20 40 Td (Texto reconhecido: a\\347\\343o) Tj ET';

export async function selfTest(recogniser: Recogniser): Promise<void> {
  let words: string[] = [];
  await recogniser.recognise(
    { file_type: 'pdf', content: once(pdfOf(CONTENT)), pages: [1], keep_images: false },
    async (page) => {
      words = page.words.map(([text]) => text);
    },
  );
  if (!words.includes(KNOWN)) throw new Error('the engine does not read the page that it is tried with');
}

async function* once(bytes: Buffer) {
  yield bytes;
}

/** Readers of PDF mend the list of objects that is missing here. */
const pdfOf = (content: string): Buffer =>
  Buffer.from(
    `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 360 90]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>> endobj
4 0 obj <</Length ${content.length}>> stream
${content}
endstream endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>> endobj
trailer <</Root 1 0 R>>
%%EOF`,
    'latin1',
  );
