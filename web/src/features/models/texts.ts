export const texts = {
  title: 'Modelos',
  tabs: 'Modelos, provedores e preços',
  catalogue: 'Modelos',
  providers: 'Provedores',
  guard: 'Dados pessoais',
} as const;
