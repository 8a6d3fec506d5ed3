import {indent} from '../layout.ts';

/** A whole batch file. */
export const batch = `@echo off
cd /d C:\\Usage
set USAGECTL_BASE_URL=https://usage.example
set USAGECTL_USER=cron@example.com
set USAGECTL_PRODUCT=12345678901
set USAGECTL_PASSWORD_FILE=C:\\Usage\\password
call usagectl report current --from -30d -o csv --out usage.csv --lock usage -q <NUL >>usage.log 2>&1
exit /b %ERRORLEVEL%
`;

const schtasks = 'schtasks /Create /TN usage /TR C:\\Usage\\usage.cmd /SC DAILY /ST 06:10';

/** A task that is made up for when the machine was off, and of which one runs at a time. */
export const task = `<?xml version="1.0"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <Triggers>
    <CalendarTrigger>
      <StartBoundary>2026-01-01T06:10:00</StartBoundary>
      <ScheduleByDay><DaysInterval>1</DaysInterval></ScheduleByDay>
    </CalendarTrigger>
  </Triggers>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <StartWhenAvailable>true</StartWhenAvailable>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <RunOnlyIfNetworkAvailable>true</RunOnlyIfNetworkAvailable>
    <ExecutionTimeLimit>PT1H</ExecutionTimeLimit>
  </Settings>
  <Actions>
    <Exec><Command>C:\\Usage\\usage.cmd</Command><WorkingDirectory>C:\\Usage</WorkingDirectory></Exec>
  </Actions>
</Task>
`;

/** `help scheduler`. */
export const scheduler = `The Task Scheduler of Windows: unattended runs

As with cron (usagectl help cron) nobody is asked, and -q is silent unless
something failed. In a batch file "call" is needed, or the file ends with the
first usagectl; what a task prints is lost unless it goes to a file.

C:\\Usage\\usage.cmd, in a folder that only your account can read:

${indent(batch)}

Every day at ten past six:

  ${schtasks}

The same as XML, which also makes up for a day when the machine was off,
and runs on batteries:
schtasks /Create /TN usage /XML usage.xml

${indent(task)}

The last result of the task is the exit code: usagectl help exit-codes. Settings,
sessions and runs lie in %LOCALAPPDATA%\\usagectl of the account that the task runs
as; USAGECTL_CONFIG_DIR moves them.
`;
