import { Check, Copy } from 'lucide-react';
import { useCopy } from '../../lib/use-copy.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { texts as all } from './texts.ts';

const texts = all.viewer;

export type OpenCell = { column: string; text: string };

/** All of a cell that the table cuts. */
export function CellModal({ cell, onClose }: { cell: OpenCell; onClose: () => void }) {
  const { copied, copy } = useCopy<'cell'>();
  return (
    <Modal
      open
      size="large"
      title={cell.column}
      onClose={onClose}
      footer={
        <Button
          icon={copied ? <Check className="text-ok" /> : <Copy />}
          onClick={() => copy('cell', cell.text)}
        >
          {copied ? texts.copied : texts.copy}
        </Button>
      }
    >
      <p className="whitespace-pre-wrap wrap-anywhere" data-cell-content>
        {cell.text}
      </p>
    </Modal>
  );
}
