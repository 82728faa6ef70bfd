import { Copy, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../src/ui/controls/button.tsx';
import { Field } from '../src/ui/controls/field.tsx';
import { useCheckedForm } from '../src/ui/controls/use-checked-form.ts';
import { Confirm } from '../src/ui/dialogs/confirm.tsx';
import { FormDialog } from '../src/ui/dialogs/form-dialog.tsx';
import { LeaveQuestion, useLeaveGuard } from '../src/ui/dialogs/leave-guard.tsx';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../src/ui/dialogs/menu.tsx';
import { Modal } from '../src/ui/dialogs/modal.tsx';
import { NameDialog } from '../src/ui/dialogs/name-dialog.tsx';
import { PickDialog } from '../src/ui/dialogs/pick-dialog.tsx';
import { askForProof } from '../src/ui/dialogs/proof-question.tsx';
import { Revealed } from '../src/ui/dialogs/revealed.tsx';
import { Holds, nothing, Row, Specimen } from './specimen.tsx';

export function Dialogs() {
  const guard = useLeaveGuard(false, nothing);
  return (
    <Specimen name="Menu, Modal, Revealed, Confirm, FormDialog, NameDialog, PickDialog, askForProof, LeaveQuestion">
      <Row>
        <Menu align="start" trigger={<Button>Menu</Button>}>
          <MenuItem icon={<Copy />}>Duplicate</MenuItem>
          <MenuItem disabled>Disabled</MenuItem>
          <MenuItem icon={<Trash2 />} danger>
            Delete
          </MenuItem>
          <MenuSeparator />
          <MenuChoice label="Theme" value="light" options={themes} onChange={nothing} />
        </Menu>
        <Opens name="Modal">
          {(close) => (
            <Modal
              open
              onClose={close}
              title="Tags"
              line="People find agents by them."
              footer={<Button onClick={close}>Done</Button>}
            >
              <p>What the dialog holds.</p>
              <Revealed result={null}>The result of a test.</Revealed>
            </Modal>
          )}
        </Opens>
        <Opens name="Confirm">
          {(close) => (
            <Confirm
              open
              text="Delete this check?"
              detail="Its results go with it."
              confirmLabel="Delete"
              onConfirm={close}
              onCancel={close}
            />
          )}
        </Opens>
        <Opens name="FormDialog">{(close) => <Asking onClose={close} />}</Opens>
        <Opens name="NameDialog">
          {(close) => (
            <NameDialog
              title="New Agent"
              words={words}
              busy={false}
              failure={null}
              onSubmit={close}
              onClose={close}
            />
          )}
        </Opens>
        <Opens name="PickDialog">{(close) => <Picker onClose={close} />}</Opens>
        <Button
          onClick={() =>
            void askForProof({
              means: ['password', 'totp', 'passkey', 'sso'],
              confirm: async () => 'The password is wrong.',
              providerScreen: '/confirmar',
            })
          }
        >
          askForProof
        </Button>
        <LeaveQuestion
          guard={guard}
          text="Leave?"
          detail="It will be lost."
          stayLabel="Stay"
          leaveLabel="Leave"
        />
      </Row>
    </Specimen>
  );
}

function Opens({ name, children }: { name: string; children: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{name}</Button>
      {open && children(() => setOpen(false))}
    </>
  );
}

function Asking({ onClose }: { onClose: () => void }) {
  const { checked, bind } = useCheckedForm();
  return (
    <Holds initial="">
      {(name, setName) => (
        <FormDialog
          title="New access key"
          line="The first invalid field takes the focus."
          form={bind(name === '', onClose)}
          words={words}
          busy={false}
          failure={checked ? 'It was not created.' : null}
          onClose={onClose}
        >
          <Field
            label="Name"
            value={name}
            error={checked && name === '' ? 'The name is missing.' : null}
            onChange={(event) => setName(event.target.value)}
          />
        </FormDialog>
      )}
    </Holds>
  );
}

function Picker({ onClose }: { onClose: () => void }) {
  return (
    <Holds initial="">
      {(term, setTerm) => (
        <PickDialog
          words={pickWords}
          term={term}
          onTerm={setTerm}
          rows={[{ id: 1, name: 'Manual do servidor', description: 'Férias, licenças e prazos.' }]}
          some
          loading={false}
          failure={null}
          onRetry={nothing}
          onMore={nothing}
          onAdd={async () => {}}
          addFailed={() => ({ title: 'It was not added', line: 'Try again.' })}
          onClose={onClose}
        />
      )}
    </Holds>
  );
}

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;
const words = {
  name: 'Name',
  description: 'Description',
  descriptionHint: 'What people read.',
  cancel: 'Cancel',
  submit: 'Create',
  submitting: 'Creating...',
};
const pickWords = {
  title: 'Add a knowledge base',
  search: 'Search knowledge bases',
  noMatch: 'No match',
  noMatchLine: 'Try other words.',
  allTaken: 'Every one is linked.',
  noneAtAll: 'None yet',
  addOne: (name: string) => `Add ${name}`,
  add: 'Add',
  adding: 'Adding...',
  loadMore: 'Load More',
  done: 'Done',
  noDescription: 'No description',
};
