export const texts = {
  title: 'Modelos',
  tabs: 'Modelos, provedores e preços',
  catalogue: 'Modelos',
  guard: 'Dados pessoais',
} as const;
