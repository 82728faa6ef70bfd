/** How a counter gets to the public: the address of its page, and the lines that show it on another website. */
import { useState } from 'react';
import type { Counter } from '#contract/counters.ts';
import { COUNTER_PAGE_PATH, COUNTER_SCRIPT_PATH } from '#contract/public-counters.ts';
import { choicesOf } from '../../../lib/text/choices.ts';
import { useCopy } from '../../../lib/use-copy.ts';
import { Button, buttonLook } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { CopyBox } from '../../admin/copy-box.tsx';
import { snippetOf } from './snippet.ts';
import { texts as all } from './texts.ts';

const texts = all.site;

type Side = keyof typeof texts.positions;
type SiteCodeProps = { counter: Counter; onClose: () => void };

export function SiteCode({ counter: { name, slug, colours, origins }, onClose }: SiteCodeProps) {
  const [position, setPosition] = useState<Side>('right');
  const { copied, failed, copy } = useCopy<'address' | 'code'>();
  const home = window.location.origin;
  const address = `${home}${COUNTER_PAGE_PATH}/${slug}`;
  const code = snippetOf({ name, slug, colours, address, script: `${home}${COUNTER_SCRIPT_PATH}`, position });
  return (
    <Modal
      open
      size="large"
      title={texts.title(name)}
      onClose={onClose}
      footer={
        <>
          <a href={address} target="_blank" rel="noopener" className={buttonLook()}>
            {texts.visit}
          </a>
          <Button variant="primary" onClick={onClose}>
            {texts.close}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {failed && <Alert title={texts.copyFailed} />}
        <section className="grid gap-1.5">
          <CopyBox
            label={texts.address}
            copyLabel={texts.copyAddress}
            words={texts}
            text={address}
            isCopied={copied === 'address'}
            onCopy={() => copy('address', address)}
          />
          <p className="text-small text-ink-3">{texts.addressLine}</p>
        </section>
        <section className="grid gap-3">
          {origins.length === 0 ? (
            <Alert tone="warn" title={texts.noOrigins} line={texts.noOriginsLine} />
          ) : (
            <p className="text-small wrap-anywhere text-ink-2">{texts.origins(origins.join(', '))}</p>
          )}
          <div>
            <Segmented
              label={texts.position}
              value={position}
              options={choicesOf(texts.positions)}
              onChange={setPosition}
            />
          </div>
          <CopyBox
            label={texts.code}
            copyLabel={texts.copyCode}
            words={texts}
            text={code}
            isCopied={copied === 'code'}
            onCopy={() => copy('code', code)}
          />
          <p className="text-small text-ink-3">{texts.codeLine}</p>
        </section>
      </div>
    </Modal>
  );
}
