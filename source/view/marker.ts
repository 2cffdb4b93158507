/** What a line begins with that has room for it: the selected one is told by more than its look. */
export const marker = (isSelected: boolean): string => (isSelected ? '▌' : ' ');
