/** `%` in the message stands for a number. */
export type SeedException = {
	readonly class: string;
	readonly method: string;
	readonly message: string;
	readonly stackTrace: string;
};

const stack = (...frames: readonly string[]) => frames.map(frame => `   at ${frame}`).join('\r\n');

const lasting: readonly SeedException[] = [
	{
		class: 'System.NullReferenceException',
		method: 'Aurora.Canvas.Renderer.Draw',
		message: 'Object reference not set to an instance of an object.',
		stackTrace: stack(
			'Aurora.Canvas.Renderer.Draw(Layer layer, Rect clip) in Renderer.cs:line 214',
			'Aurora.Canvas.Surface.OnPaint(PaintEventArgs e) in Surface.cs:line 88',
			'Aurora.Program.Main(String[] args) in Program.cs:line 31',
		),
	},
	{
		class: 'System.IO.IOException',
		method: 'Aurora.Files.Project.Save',
		message: 'The process cannot access the file "C:\\Users\\x\\draft %.aur", it is in use.',
		stackTrace: stack(
			'System.IO.FileStream.ValidateFileHandle(SafeFileHandle fileHandle)',
			'Aurora.Files.Project.Save(String path, Boolean "backup") in Project.cs:line 402',
		),
	},
	{
		class: 'System.OutOfMemoryException',
		method: 'Aurora.Export.Pdf.Render',
		message: 'Insufficient memory for % pages.',
		stackTrace: stack('Aurora.Export.Pdf.Render(Int32 page) in Pdf.cs:line 77', 'Aurora.Jobs.Worker.Run()'),
	},
	{
		class: 'std::out_of_range',
		method: 'aurora::layers::at',
		message: 'vector::_M_range_check: __n (which is %) >= this->size()',
		stackTrace: '#0 aurora::layers::at(unsigned long)\n#1 aurora::undo::apply()\n#2 main',
	},
	{
		class: 'java.lang.IllegalStateException',
		method: 'com.example.aurora.sync.Share.upload',
		message: 'Sitzung abgelaufen; bitte neu anmelden (Größe: % KB)',
		stackTrace:
			'at com.example.aurora.sync.Share.upload(Share.java:91)\n\tat java.base/java.lang.Thread.run(Thread.java:840)',
	},
	{
		class: '',
		method: 'Макрос.запуск',
		message: '=cmd|,"quoted", and a comma',
		stackTrace: '',
	},
];

const areas = [
	'Export',
	'Layers',
	'Fonts',
	'Sync',
	'Print',
	'Import',
	'Palette',
	'Search',
	'Scripts',
	'Plugins',
	'Undo',
	'Tiles',
];
const actions = ['Load', 'Merge', 'Resize', 'Close', 'Parse', 'Apply', 'Refresh'];
const failures = [
	['System.ArgumentException', 'The value % is out of range.'],
	['System.InvalidOperationException', 'Collection was modified after % items.'],
	['System.TimeoutException', 'No answer after % ms.'],
	['System.FormatException', 'Unexpected character at position %.'],
	['System.ObjectDisposedException', 'Cannot access a disposed object.'],
] as const;

/** Crashes that come and go: one for each area and action, in an order in which neighbors share neither. */
const passing: readonly SeedException[] = Array.from({length: areas.length * actions.length}, (_, number) => {
	const [failure, message] = failures[number % failures.length] as (typeof failures)[number];
	const area = areas[number % areas.length];
	const method = `Aurora.${area}.${actions[number % actions.length]}`;
	const line = 40 + ((number * 37) % 400);
	return {
		class: failure,
		method,
		message,
		stackTrace: stack(`${method}(Object sender) in ${area}.cs:line ${line}`, 'Aurora.Jobs.Worker.Run()'),
	};
});

/** Rows refer to crashes by index. */
export const seedExceptions: readonly SeedException[] = [...lasting, ...passing];

/** The number of crashes, counted from the first, that occur at any time. */
export const lastingExceptions = lasting.length;

const daysBetween = 5;

/** Returns the passing crash that began `age` crashes before the newest one on a day. */
export const passingException = (day: number, age: number): number =>
	lasting.length + ((Math.floor(day / daysBetween) - age) % passing.length);

/** `%` in the data stands for a number. */
export const seedCustomEvents: readonly (readonly [category: string | null, name: string, data: string])[] = [
	['Export', 'PDF', '(pages,%)&&(profile,print)'],
	['Export', 'PDF', '{"pages": %, "profile": "web"}'],
	[null, 'Start', 'cold'],
	['Licensing', 'Key rejected', '(reason,quota)&&(left,%)'],
	['Tools', 'Макрос', 'строк: %'],
	['Survey', 'Answer', '"well, I like it"\nsecond line %'],
	['Tools', 'Plugin', ''],
];
