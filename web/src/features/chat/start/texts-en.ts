export const en = {
  temporary: 'Temporary conversation',
  temporaryLine:
    'Gone 24 hours after its last message. It is not in the search nor in statistics of questions.',
  temporaryAlways: 'With this agent, every conversation is gone 24 hours after its last message.',
  eraseNow: 'Delete now',
  confirmErase: 'Delete this conversation now?',
  confirmEraseLine: 'Its questions and answers are deleted and cannot be recovered.',
  eraseFailed: 'The conversation could not be deleted',
};
