/** The config file can't be used as it stands; each mistake says where it is and what to write instead. */
export class ConfigError extends Error {
	override readonly name = 'ConfigError';
	/** In the order of the file. */
	readonly mistakes: readonly string[];

	constructor(mistakes: readonly string[], options?: ErrorOptions) {
		super(mistakes.join('\n'), options);
		this.mistakes = mistakes;
	}
}
