export const texts = {
  title: 'Modelos',
  tabs: 'Modelos, provedores e preços',
  catalogue: 'Modelos',
  providers: 'Provedores',
  prices: 'Preços e câmbio',
} as const;
