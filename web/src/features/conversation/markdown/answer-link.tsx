/**
 * A link of an answer. Its text was written by a model, a document or a row of data, so the host is shown where the
 * text does not name it, and the first foreign address is opened only after a confirmation, once for each person.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { fetchedDialog } from '../../../lib/fetched.tsx';
import { dismiss, dismissals } from '../dismissals.ts';
import { texts } from '../texts.ts';

const Confirm = fetchedDialog(async () => (await import('../../../ui/dialogs/confirm.tsx')).Confirm);

const DISMISSAL_KEY = 'foreign_link';

type LinkGuard = {
  /** Called by each foreign link that is shown, so that the dismissal is known before the first press. */
  prepare: () => void;
  /** Whether the address has to be confirmed first; the dialog is then open. */
  holds: (href: string) => boolean;
};

const LinkGuardContext = createContext<LinkGuard | undefined>(undefined);

type AnswerLinkProps = {
  /** An absolute address that may be followed (`safeUrl`). */
  href: string;
  /** The link's text without its marks. */
  text: string;
  children: ReactNode;
};

export function AnswerLink({ href, text, children }: AnswerLinkProps) {
  const guard = useContext(LinkGuardContext);
  const { name, isForeign } = targetOf(href);
  useEffect(() => {
    if (isForeign) guard?.prepare();
  }, [isForeign, guard]);
  const hold = (event: MouseEvent) => {
    // The right button opens the browser's own menu, not the link.
    if (event.button !== 2 && isForeign && guard?.holds(href)) event.preventDefault();
  };
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" onClick={hold} onAuxClick={hold}>
      {children}
      {!names(text, name) && <span className="link-host"> ({name})</span>}
    </a>
  );
}

/** The host of a web address, or the address of an e-mail. */
function targetOf(href: string): { name: string; isForeign: boolean } {
  const { protocol, host, pathname } = new URL(href);
  if (protocol === 'mailto:') return { name: decoded(pathname), isForeign: false };
  return { name: withoutWww(host), isForeign: host !== window.location.host };
}

/**
 * Whether a text names the target: the first thing in it that looks like a host or an e-mail address is the target
 * itself. «banco.com.br» does not name `banco.com.br.exemplo.net`, and «banco.com.br@exemplo.net» not `exemplo.net`.
 */
function names(text: string, target: string): boolean {
  const first = /[^\s/()<>[\]?#]+\.[^\s/()<>[\]?#]+/.exec(text.replace(/^[a-z][a-z\d+.-]*:\/*/i, ''))?.[0];
  return (
    first !== undefined &&
    withoutWww(first.toLowerCase().replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '')) === target.toLowerCase()
  );
}

const withoutWww = (host: string) => host.replace(/^www\./, '');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Asks before the first foreign link below it is opened. */
export function LinkGuardProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [isNeeded, setNeeded] = useState(false);
  const [asked, setAsked] = useState<string>();
  const { data } = useQuery({ ...dismissals(), enabled: isNeeded });
  const isDismissed = data?.some(({ key }) => key === DISMISSAL_KEY) ?? false;

  const guard = useMemo<LinkGuard>(
    () => ({
      prepare: () => setNeeded(true),
      holds: (href) => {
        if (!isDismissed) setAsked(href);
        return !isDismissed;
      },
    }),
    [isDismissed],
  );
  const open = useCallback(() => {
    if (asked === undefined) return;
    setAsked(undefined);
    window.open(asked, '_blank', 'noopener,noreferrer');
    void dismiss(client, DISMISSAL_KEY);
  }, [asked, client]);

  return (
    <LinkGuardContext value={guard}>
      {children}
      <Confirm
        open={asked !== undefined}
        text={texts.openForeign}
        detail={
          <>
            <span className="mb-2 block max-h-40 overflow-y-auto text-ink wrap-anywhere">{asked}</span>
            {texts.openForeignLine}
          </>
        }
        confirmLabel={texts.open}
        variant="primary"
        onCancel={() => setAsked(undefined)}
        onConfirm={open}
      />
    </LinkGuardContext>
  );
}
