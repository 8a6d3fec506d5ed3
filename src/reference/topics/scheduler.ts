import {indent} from '../layout.ts';

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

/** A task that runs late if the machine was off, and never twice at once. */
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

export const scheduler = `Windows Task Scheduler: unattended runs

As with cron (usagectl help cron), usagectl never prompts, and -q prints no notes
or warnings. A batch file has to use "call", or it ends after the first usagectl command.
The output of a task is lost unless it is redirected to a file.

C:\\Usage\\usage.cmd, in a folder that only your account can read:

${indent(batch)}

Run it every day at 06:10:

  ${schtasks}

A task from an XML file also runs on battery power, and runs late if the machine
was off:

  schtasks /Create /TN usage /XML usage.xml

usage.xml:
${indent(task)}

"Last Run Result" in Task Scheduler shows the exit status (usagectl help exit-codes). Settings
and sessions are stored in %LOCALAPPDATA%\\usagectl of the account that runs the
task, or in USAGECTL_CONFIG_DIR.
`;
