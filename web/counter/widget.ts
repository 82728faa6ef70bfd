/**
 * `<prosa-balcao slug="…" position="right|left" background="#…" text="#…">` on another site: a button, and the page of the counter in a frame that is
 * made at the first click. Everything of the counter stays in that frame; where this script is blocked, what stands inside
 * the element is still there.
 */
const home = new URL(import.meta.url).origin;

const STYLE = `
:host{all:initial;position:fixed;bottom:16px;z-index:2147483000;font:16px/1.4 system-ui,sans-serif}
:host([position=left]){left:16px}
:host(:not([position=left])){right:16px}
button{font:inherit;min-height:48px;padding:10px 18px;border:0;border-radius:24px;background:var(--fundo,#0e5c4c);color:var(--letra,#fff);cursor:pointer;box-shadow:0 2px 10px #0004}
button:focus-visible{outline:3px solid var(--fundo,#0e5c4c);outline-offset:3px}
div{position:fixed;inset:auto 16px 80px auto;width:min(400px,calc(100vw - 32px));height:min(640px,calc(100vh - 96px));border-radius:12px;overflow:hidden;box-shadow:0 6px 30px #0006;background:#fbfaf6}
:host([position=left]) div{inset:auto auto 80px 16px}
div[hidden]{display:none}
iframe{width:100%;height:100%;border:0}
@media(max-width:480px){div,:host([position=left]) div{inset:0 0 80px;width:100%;height:auto;border-radius:0}:host div.whole{bottom:0}}`;

class Counter extends HTMLElement {
  #frame: HTMLIFrameElement | null = null;
  readonly #box = document.createElement('div');
  readonly #button = document.createElement('button');

  connectedCallback(): void {
    if (this.shadowRoot) return;
    const root = this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    this.#button.textContent = this.getAttribute('label') ?? 'Pergunte aqui';
    this.#button.setAttribute('aria-expanded', 'false');
    this.#button.addEventListener('click', () => this.#show(this.#box.hidden === true));
    this.#button.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.#show(false);
    });
    this.#dress('background', '--fundo');
    this.#dress('text', '--letra');
    this.#box.hidden = true;
    root.append(this.#box, this.#button);
    addEventListener('message', this.#hear);
  }

  disconnectedCallback(): void {
    removeEventListener('message', this.#hear);
  }

  /** By the object model: the policy of a site may forbid styles in its markup. */
  #dress(attribute: string, property: string): void {
    const colour = this.getAttribute(attribute) ?? '';
    if (/^#[0-9a-f]{6}$/i.test(colour)) this.#button.style.setProperty(property, colour);
  }

  readonly #hear = ({ source, origin, data }: MessageEvent): void => {
    if (origin !== home || !this.#frame || source !== this.#frame.contentWindow) return;
    if (data?.prosa === 1 && data.type === 'close') {
      this.#show(false);
      this.#button.focus();
    }
    if (data?.prosa === 1 && data.type === 'ready') {
      // On a phone it covers the button from now on, because the page has one of its own to close it.
      this.#box.className = 'whole';
      this.#frame.focus();
    }
  };

  #show(isOpen: boolean): void {
    if (isOpen && !this.#frame) {
      this.#frame = document.createElement('iframe');
      this.#frame.title = this.#button.textContent ?? '';
      this.#frame.src = `${home}/balcao/${encodeURIComponent(this.getAttribute('slug') ?? '')}`;
      this.#box.append(this.#frame);
    }
    this.#box.hidden = !isOpen;
    this.#button.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) this.#frame?.focus();
  }
}

if (!customElements.get('prosa-balcao')) customElements.define('prosa-balcao', Counter);
