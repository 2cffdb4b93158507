// Sets the clock of the program for reproducible screens. Loaded with `node --import` before the program. The clock starts at
// CLOCK (in ms since 1970) and advances by one second with each SIGUSR2.
let now = Number(process.env.CLOCK);

const SystemDate = Date;

class SetDate extends SystemDate {
	constructor(...args: readonly [] | ConstructorParameters<typeof Date>) {
		if (args.length === 0) {
			super(now);
		} else {
			super(...(args as ConstructorParameters<typeof Date>));
		}
	}

	static override now(): number {
		return now;
	}
}

globalThis.Date = SetDate as DateConstructor;

process.on('SIGUSR2', () => {
	now += 1000;
});
