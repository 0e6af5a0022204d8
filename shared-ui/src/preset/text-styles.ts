import { defineTextStyles } from '@pandacss/dev';

export const textStyles = defineTextStyles({
  title: { value: { fontSize: '2xl', fontWeight: 'bold', lineHeight: 'tight' } },
  heading: { value: { fontSize: 'xl', fontWeight: 'bold', lineHeight: 'tight' } },
  subheading: { value: { fontSize: 'lg', fontWeight: 'bold', lineHeight: 'tight' } },
  note: { value: { fontSize: 'sm' } },
});
