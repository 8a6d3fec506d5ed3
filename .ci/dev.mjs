// The program straight from src/, for those who work on it: npm run dev -- report current --help
import {main} from '../src/main.ts';

await main();
