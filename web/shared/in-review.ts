/** What a creator is told when an item waits for its review. */
export const inReview = {
  title: 'In review',
  description: 'We look at your first item before it goes live. You’ll get an email.',
}
