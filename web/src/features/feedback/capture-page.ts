/** The page as it stands behind the widget, drawn from its elements. Fetched with the first capture. */
import { createContext, destroyContext, domToCanvas } from 'modern-screenshot';

const PATIENCE_MS = 15_000;

export async function capturePage(): Promise<HTMLCanvasElement> {
  // Dialogs stand beside it in the body: the widget is not in the picture.
  const page = document.getElementById('root');
  if (!page) throw new Error('no page to capture');
  const context = await createContext(page, {
    width: page.clientWidth,
    height: page.clientHeight,
    backgroundColor: getComputedStyle(document.body).backgroundColor,
    timeout: PATIENCE_MS,
    features: { restoreScrollPosition: true },
    // Its own search for them needs a style element, which the content security policy forbids.
    font: { cssText: `${await fontsInUse()}\n` },
    filter: isSeen,
    onCloneEachNode: emptyPassword,
  });
  // Its own would be filled with a text, which trusted types forbid; an empty one serves as well.
  context.sandbox = emptyFrame();
  try {
    return await domToCanvas(context);
  } finally {
    destroyContext(context);
  }
}

/** Without the widget's own button, and without what is there to be heard only: tables of hundreds of rows. */
const isSeen = (node: Node) =>
  !(node instanceof Element) || !node.matches('[data-not-captured], .sr-only:not(:focus)');

/** The fonts that the page has drawn with, whole: a picture fetches nothing. */
async function fontsInUse(): Promise<string> {
  const loaded = new Set(
    [...document.fonts].flatMap(({ family, status }) => (status === 'loaded' ? [family] : [])),
  );
  const rules = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .filter(({ style }) => loaded.has(style.getPropertyValue('font-family').replace(/["']/g, '')));
  return (await Promise.all(rules.map(withFile))).join('\n');
}

async function withFile({ cssText, parentStyleSheet }: CSSFontFaceRule): Promise<string> {
  const named = /url\(["']?([^"')]+)["']?\)/.exec(cssText);
  if (!named?.[1] || named[1].startsWith('data:')) return cssText;
  const response = await fetch(new URL(named[1], parentStyleSheet?.href ?? document.baseURI));
  if (!response.ok) return '';
  return cssText.replace(named[0], `url("${await dataUrlOf(await response.blob())}")`);
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('a font could not be read'));
    reader.readAsDataURL(blob);
  });
}

/** One that is shown while it is typed is an ordinary field; what it is for stands beside its type. */
function emptyPassword(cloned: Node): void {
  if (!(cloned instanceof HTMLInputElement)) return;
  if (cloned.type !== 'password' && !cloned.autocomplete.includes('password')) return;
  cloned.value = '';
  cloned.setAttribute('value', '');
}

function emptyFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.width = '0';
  frame.height = '0';
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  frame.style.position = 'fixed';
  frame.style.visibility = 'hidden';
  document.body.append(frame);
  return frame;
}
