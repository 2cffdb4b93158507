/** Returns the words of a template, which spaces and line ends separate. */
export function words(texts: TemplateStringsArray): string[] {
	return texts.join('').trim().split(/\s+/);
}
