/** The actions on a group: icons in a table; on a card, where nothing can hover, words under icons, all in one row. */
import { Bot, Gauge, Pencil, Trash2, UserPlus } from 'lucide-react';
import type { UserGroup } from '#contract/groups.ts';
import { classes } from '../../../ui/classes.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Tooltip } from '../../../ui/display/tooltip.tsx';
import { texts } from '../texts.ts';

const actions = [
  { action: 'edit', label: texts.editOne, Icon: Pencil },
  { action: 'assign', label: texts.assignOne, Icon: UserPlus },
  { action: 'agents', label: texts.agentsOne, Icon: Bot },
  { action: 'limits', label: texts.limitsOne, Icon: Gauge },
  { action: 'remove', label: texts.removeOne, Icon: Trash2 },
] as const;

export type GroupAction = (typeof actions)[number]['action'];
export type OnGroupAction = (action: GroupAction, group: UserGroup) => void;
type GroupActionsProps = { group: UserGroup; onAction: OnGroupAction; worded?: boolean };

export function GroupActions({ group, onAction, worded }: GroupActionsProps) {
  return (
    <div
      className={
        worded ? 'grid max-w-[440px] grid-cols-3 gap-1 @min-[290px]:grid-cols-5' : '-ml-2 flex gap-0.5'
      }
    >
      {actions.map(({ action, label, Icon }) => {
        const locked = action === 'remove' && !group.can_delete;
        const name = label(group.name);
        const control = {
          'aria-label': name,
          // Not `disabled`: it must be reachable, so that it can say why not.
          'aria-disabled': locked ? true : undefined,
          className: classes(locked && 'opacity-50'),
          ...(locked ? {} : { onClick: () => onAction(action, group) }),
        };
        const button = worded ? (
          <Button
            key={action}
            variant="ghost"
            size="small"
            icon={<Icon className="size-[18px]" />}
            {...control}
            className={classes('h-14! flex-col px-0! text-tiny', locked && 'opacity-50')}
          >
            {texts.actions[action]}
          </Button>
        ) : (
          <IconButton key={action} label={name} {...control} title={locked ? undefined : name}>
            <Icon />
          </IconButton>
        );
        return locked ? (
          <Tooltip key={action} text={texts.protected}>
            {button}
          </Tooltip>
        ) : (
          button
        );
      })}
    </div>
  );
}
