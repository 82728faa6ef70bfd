/** One text in a dialog over the form, which keeps what was typed. */
import type { Terms } from '#contract/terms.ts';
import { formatDate } from '../../../lib/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Markdown } from '../../conversation/markdown/markdown.tsx';
import { texts } from './texts.ts';

type TermsTextProps = { terms: Terms; onClose: () => void };

export function TermsText({ terms: { title, version, body, published_at }, onClose }: TermsTextProps) {
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      line={texts.version(version, formatDate(published_at))}
      size="large"
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      <Markdown text={body} />
    </Modal>
  );
}
