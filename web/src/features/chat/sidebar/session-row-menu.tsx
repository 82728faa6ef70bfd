import { Ellipsis, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/dialogs/menu.tsx';
import { texts as uiTexts } from '../../../ui/texts.ts';
import { texts } from '../texts.ts';
import type { RowControls } from './session-changes.ts';

export function SessionRowMenu({ session, title, actions, onRename }: RowControls) {
  // Deferred: the closing menu returns the focus to its trigger before the text box replaces the row.
  const rename = () => setTimeout(onRename, 0);
  return (
    <div className="absolute inset-y-0 right-0.5 my-auto h-fit">
      <Menu
        trigger={
          <IconButton label={texts.options(title)} size="large" className="text-ink-3">
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem
          icon={session.pinned ? <PinOff /> : <Pin />}
          onSelect={() => actions.pin(session, !session.pinned)}
        >
          {session.pinned ? texts.unpinShort : texts.pinShort}
        </MenuItem>
        <MenuItem icon={<Pencil />} onSelect={rename}>
          {texts.renameShort}
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger icon={<Trash2 />} onSelect={() => actions.remove(session)}>
          {uiTexts.remove}
        </MenuItem>
      </Menu>
    </div>
  );
}
